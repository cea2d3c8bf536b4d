// A lint rule: a date that was written for people is no data. Browsers change how a locale writes dates, and did so for en-CA.

/** Locales that are chosen because they resemble ISO 8601. */
const isoLike = new Set(['en-CA', 'sv-SE']);

const writes = new Set([
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toDateString',
  'toTimeString',
  'format',
  'formatRange',
]);
const reads = new Set(['slice', 'split', 'substring', 'replace', 'replaceAll', 'match', 'matchAll', 'localeCompare']);
const formatters = new Set(['DateTimeFormat', 'formatter']);

const method = (node) =>
  node?.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.property.name : undefined;
const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);

const noWrittenDates = {
  create(context) {
    const check = (node) => {
      const name = nameOf(node.callee);
      const [first] = node.arguments;
      if ((formatters.has(name) || writes.has(name)) && isoLike.has(first?.value)) {
        context.report({ node: first, message: 'Use Temporal or Formats.dayKey instead of a locale that resembles ISO 8601.' });
      }
      if (reads.has(method(node)) && writes.has(method(node.callee.object))) {
        context.report({ node, message: 'Do not parse a formatted date: use Temporal or formatToParts.' });
      }
      if (node.type === 'NewExpression' ? name === 'Date' : name === 'parse') {
        if (writes.has(method(first))) context.report({ node, message: 'Do not parse a formatted date: use Temporal.' });
      }
    };
    return { CallExpression: check, NewExpression: check };
  },
};

export default { meta: { name: 'dates' }, rules: { 'no-written-dates': noWrittenDates } };
