/** How a seed ended: the promises that were broken, and the story of the run. */
export interface Outcome {
  readonly violations: string[];
  readonly trace: string[];
}
