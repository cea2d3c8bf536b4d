import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Little text that plays for long. */
const long = /\/tests\/(torture\/servers|simulation\/postgres)\//;

/**
 * Where nothing is known of how long files take, as in a fresh clone, those with more text begin first; what is long all the same would go on alone
 * at the end of its project, and begins before them.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const place = ({ moduleId }: TestSpecification): number => (long.test(moduleId) ? 0 : 1);
    return [...byProject.values()].flatMap((all) => all.toSorted((one, other) => place(one) - place(other)));
  }
}
