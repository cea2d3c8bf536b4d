/** Returns a short day without the marks of a sentence, for a label of its own: "Fr., 27." becomes "Fr 27". */
export const plainDay = (shortDay: string): string => shortDay.replaceAll(/[.,]/gu, '');
