/** A condition's expression as a tree. Made by `cel.ts`, evaluated by `condition_run.ts`. */
import type { Value } from "./condition_value.ts";

/** What is written where: a UTF-16 offset into the expression. */
interface Placed {
  readonly position: number;
}

/** The macros that go over a list or a map's keys. */
export type LoopKind = "all" | "exists" | "exists_one" | "map" | "filter";

/** An expression. */
export type Expression =
  & Placed
  & (
    | { readonly kind: "literal"; readonly value: Value }
    /** A variable of the context, or one that a loop binds. */
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "field"; readonly of: Expression; readonly name: string }
    | { readonly kind: "index"; readonly of: Expression; readonly key: Expression }
    /** `has(of.name)`. */
    | { readonly kind: "has"; readonly of: Expression; readonly name: string }
    | {
      readonly kind: "logic";
      /** The value of one side that decides for both: `true` for `||`, `false` for `&&`. */
      readonly deciding: boolean;
      readonly left: Expression;
      readonly right: Expression;
    }
    | {
      readonly kind: "choice";
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
    | { readonly kind: "list"; readonly items: readonly Expression[] }
    | { readonly kind: "map"; readonly entries: readonly (readonly [Expression, Expression])[] }
    /** An operator, a function, or a method with its receiver first. */
    | {
      readonly kind: "call";
      readonly operation: string;
      readonly operands: readonly Expression[];
    }
    | {
      readonly kind: "loop";
      readonly loop: LoopKind;
      readonly over: Expression;
      readonly variable: string;
      /** The condition of a `map` with three arguments; else null. */
      readonly filter: Expression | null;
      readonly body: Expression;
    }
  );
