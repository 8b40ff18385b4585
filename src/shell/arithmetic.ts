/** `$((…))`, `((…))`, subscripts: the variables that they set. */
import type { ArithmeticExpression } from "unbash";

/** An assignment, but no comparison. */
const assigns = /^(?:[-+*/%&|^]|<<|>>|\*\*)?=$/;

/** The words and substitutions of an expression, in order. Chains may be long, so nothing recurses. */
export function arithmeticLeaves(
  expression: ArithmeticExpression,
): readonly ArithmeticExpression[] {
  const leaves: ArithmeticExpression[] = [];
  walkArithmetic(expression, (node) => {
    if (node.type === "ArithmeticWord" || node.type === "ArithmeticCommandExpansion") {
      leaves.push(node);
    }
  });
  return leaves;
}

/** Every name that an expression may set. */
export function arithmeticNames(expression: ArithmeticExpression): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: ArithmeticExpression) => {
    if (node.type === "ArithmeticWord") {
      for (const name of identifiers(node.value)) names.add(name);
    } else if (node.type === "ArithmeticGroup") add(node.expression);
  };
  walkArithmetic(expression, (node) => {
    if (node.type === "ArithmeticBinary" && assigns.test(node.operator)) add(node.left);
    else if (node.type === "ArithmeticUnary" && /^(?:\+\+|--)$/.test(node.operator)) {
      add(node.operand);
    } else if (node.type === "ArithmeticWord" && node.value.includes("[")) add(node);
  });
  return names;
}

/** Names in a piece of text. */
export function identifiers(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

function walkArithmetic(
  expression: ArithmeticExpression,
  visit: (node: ArithmeticExpression) => void,
): void {
  const stack = [expression];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    visit(node);
    switch (node.type) {
      case "ArithmeticBinary":
        stack.push(node.right, node.left);
        break;
      case "ArithmeticUnary":
        stack.push(node.operand);
        break;
      case "ArithmeticTernary":
        stack.push(node.alternate, node.consequent, node.test);
        break;
      case "ArithmeticGroup":
        stack.push(node.expression);
    }
  }
}
