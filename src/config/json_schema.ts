/** The form of a configuration file as a JSON Schema, for editors: `usher schema`. */
import * as z from "zod/mini";
import { configurationSchema, descriptions } from "./schema.ts";

/**
 * The schema that files are checked by, in draft 7, which is what YAML language servers take. It says what
 * keys and kinds of values there are; that patterns parse and names are defined, only usher can tell.
 */
export function configurationJsonSchema(): unknown {
  return z.toJSONSchema(configurationSchema, {
    target: "draft-7",
    metadata: descriptions,
    override: ({ jsonSchema }) => {
      // Says nothing: every key is text.
      delete jsonSchema.propertyNames;
    },
  });
}
