// A lint rule: a comment and the title of a test begin with a noun or a verb, not with a relative clause (CONTRIBUTING.md).

const relative = /^(what|who|whoever|whom|whose|whether|which|where|wherever|of|that|those|by which)\b/i;
const message = 'Begin with a noun or a verb instead of a relative word.';

const textOf = ({ value }) => value.replace(/^[\s*]+/, '');

/** Returns whether this calls test, it or describe, also by `.each(rows)` and the like. */
function isTest(callee) {
  if (callee.type === 'Identifier') return /^(test|it|describe)$/.test(callee.name);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

const openingOf = (node) =>
  node?.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : node?.type === 'Literal' ? node.value : undefined;

const plainOpenings = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (relative.test(textOf(comment))) context.report({ loc: comment.loc, message });
    },
    CallExpression(node) {
      const opening = openingOf(node.arguments[0]);
      if (isTest(node.callee) && typeof opening === 'string' && relative.test(opening))
        context.report({ node: node.arguments[0], message });
    },
  }),
};

export default { meta: { name: 'language' }, rules: { 'plain-openings': plainOpenings } };
