/**
 * The number of this contract. The server tells it with every answer, and every place in the feed and every command knows under which it was
 * made. It is raised only where an app of the number before could not go on: a field that it needs or that old rows get by a migration and
 * whose lack it cannot bear, a command that reads differently. A new resource, and a new thing to do with one, leave it as it is: what an app
 * does not know it passes over, and has after its update.
 */
export const contractVersion = 6;
