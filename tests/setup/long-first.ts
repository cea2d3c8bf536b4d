import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders with small files that run for long. */
const long = /\/tests\/(browsers|torture\/servers|simulation\/postgres)\//;

/**
 * Without records of durations, as in a fresh clone, larger files begin first. Small files that run for long begin before them, and so does
 * their project; otherwise they would run alone at the end.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const place = ({ moduleId }: TestSpecification): number => (long.test(moduleId) ? 0 : 1);
    const projects = [...byProject.values()].map((all) => all.toSorted((one, other) => place(one) - place(other)));
    return projects.toSorted(([one], [other]) => place(one!) - place(other!)).flat();
  }
}
