/**
 * The number of this contract. The server tells it with every answer, the device's database bears it, and every command knows under which it
 * was made. It is raised when an app of the number before would miss something: a resource or a field that it does not know, another index,
 * a command that reads differently.
 */
export const contractVersion = 6;
