// A lint rule: a formatted date is no data. Browsers change how a locale formats dates, and did so for en-CA.

/** Locales that are chosen because their dates resemble ISO 8601. */
const isIsoLike = (node) => typeof node?.value === 'string' && /^(en-CA|fr-CA|sv-SE|sv-FI|lt-LT)(-u-.*)?$/.test(node.value);

const writes = new Set([
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toDateString',
  'toTimeString',
  'format',
  'formatRange',
  // Methods of Formats.
  'longDate',
  'shortDay',
  'dayAndMonth',
  'clockHere',
  'dateTime',
]);
const reads = new Set(['slice', 'split', 'substring', 'replace', 'replaceAll', 'match', 'matchAll', 'localeCompare']);
const formatters = new Set(['DateTimeFormat', 'formatter']);
/** Methods that leave a text as it is. */
const alike = new Set(['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase', 'trim', 'normalize']);
const keyed = new Set(['get', 'set', 'has', 'add', 'delete']);
const orders = new Set(['<', '>', '<=', '>=']);

const parse = 'Do not parse a formatted date: use Temporal or formatToParts.';
const key = 'Do not use a formatted date as a key or to sort by: use Temporal or Formats.dayKey.';

const method = (node) =>
  node?.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.property.name : undefined;
const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);
const isFunction = (node) => /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node?.type);

/** Returns the only definition of a constant name. */
function definitionOf(context, identifier) {
  for (let scope = context.sourceCode.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (!variable) continue;
    const [definition] = variable.defs;
    if (variable.defs.length !== 1) return undefined;
    if (definition.type === 'FunctionName') return definition.node;
    const isConstant = definition.type === 'Variable' && definition.parent?.kind === 'const' && definition.node.id.type === 'Identifier';
    return isConstant ? definition.node.init : undefined;
  }
  return undefined;
}

function resultOf(node) {
  if (node.body?.type !== 'BlockStatement') return node.body;
  const last = node.body.body.at(-1);
  return last?.type === 'ReturnStatement' ? last.argument : undefined;
}

/** Returns whether this is a formatted date, alone or within a text. */
function isWritten(context, node, depth = 0) {
  if (!node || depth > 8) return false;
  const within = (inner) => isWritten(context, inner, depth + 1);
  switch (node.type) {
    case 'CallExpression': {
      const name = method(node);
      if (writes.has(name)) return true;
      if (alike.has(name)) return within(node.callee.object);
      const called = node.callee.type === 'Identifier' ? definitionOf(context, node.callee) : undefined;
      return isFunction(called) && within(resultOf(called));
    }
    case 'Identifier':
      return within(definitionOf(context, node));
    case 'TemplateLiteral':
      return node.expressions.some(within);
    case 'BinaryExpression':
      return node.operator === '+' && (within(node.left) || within(node.right));
    case 'ConditionalExpression':
      return within(node.consequent) || within(node.alternate);
    case 'LogicalExpression':
      return within(node.left) || within(node.right);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return within(node.expression);
    default:
      return false;
  }
}

/** Returns whether a locale is stored for later; lists of choices and the setting of an event are exempt. */
function isHeld({ parent }, node) {
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.init === node;
    case 'AssignmentPattern':
    case 'AssignmentExpression':
      return parent.right === node;
    case 'Property':
    case 'PropertyDefinition':
      return parent.value === node && parent.key.name !== 'dateLocale';
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return isHeld(parent, parent);
    case 'ArrowFunctionExpression':
      return parent.body === node;
    case 'ReturnStatement':
      return true;
    default:
      return false;
  }
}

const noWrittenDates = {
  create(context) {
    const refuseKey = (node) => {
      if (isWritten(context, node)) context.report({ node, message: key });
    };
    const refuseLocale = (node) =>
      context.report({ node, message: 'Use Temporal or Formats.dayKey instead of a locale that resembles ISO 8601.' });
    const check = (node) => {
      const name = nameOf(node.callee);
      const [first, second] = node.arguments;
      if (formatters.has(name) || writes.has(name)) {
        for (const locale of first?.type === 'ArrayExpression' ? first.elements : [first]) if (isIsoLike(locale)) refuseLocale(locale);
      }
      if (reads.has(method(node)) && isWritten(context, node.callee.object)) context.report({ node, message: parse });
      if ((node.type === 'NewExpression' ? name === 'Date' : name === 'parse') && isWritten(context, first))
        context.report({ node, message: parse });
      if (keyed.has(method(node))) refuseKey(first);
      if (name === 'groupBy' && isFunction(second)) refuseKey(resultOf(second));
    };
    return {
      CallExpression: check,
      NewExpression: check,
      Literal(node) {
        if (isIsoLike(node) && isHeld(node, node)) refuseLocale(node);
      },
      MemberExpression(node) {
        if (node.computed) refuseKey(node.property);
      },
      Property(node) {
        if (node.computed) refuseKey(node.key);
      },
      BinaryExpression(node) {
        if (orders.has(node.operator)) for (const side of [node.left, node.right]) refuseKey(side);
      },
      JSXAttribute(node) {
        if (node.name.name === 'key' && node.value?.type === 'JSXExpressionContainer') refuseKey(node.value.expression);
      },
    };
  },
};

export default { meta: { name: 'dates' }, rules: { 'no-written-dates': noWrittenDates } };
