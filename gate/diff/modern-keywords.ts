import { type JsonObject, toPointer } from '../../contract/json.ts';
import { keywords, toList, wrappers } from './schemas.ts';

/** Formats that restrict no value: `binary` describes bodies, and `password` is a hint for user interfaces. */
const hints: ReadonlySet<unknown> = new Set(['binary', 'password']);

const exclusiveLimits = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Describes schemas by keywords of JSON Schema 2020-12, without annotations. */
export class Modernizer {
  /** Whether the document has the keywords of OpenAPI 3.0. */
  readonly #isOld: boolean;
  /** The keyword of properties that are not sent in this direction. */
  readonly #flag: string;
  /** The pointers of schemas that are not written as they are read. */
  readonly #places = new Map<unknown, string>();

  constructor(isOld: boolean, flag: string) {
    this.#isOld = isOld;
    this.#flag = flag;
  }

  /** The pointer of a schema that was created here. */
  findPlace(schema: unknown): string | undefined {
    return this.#places.get(schema);
  }

  toModern(written: JsonObject, pointer: string): JsonObject {
    const selected = this.#selectKeywords(written);
    const { $ref, nullable, contentEncoding, dependentRequired, dependentSchemas, ...modern } =
      selected;
    if ($ref !== undefined && Object.keys(selected).length === 1) return { $ref };
    renewLimits(modern);
    // Before 2020-12, a list of `items` was what `prefixItems` is now.
    if (Array.isArray(modern['items'])) modern['prefixItems'] = modern['items'];
    renewFormat(modern, contentEncoding);
    renewConstant(modern);
    const parts = [...toList(modern['allOf'])];
    if ($ref !== undefined) parts.push(this.#place({ $ref }, pointer));
    parts.push(...this.#listConditions({ dependentRequired, dependentSchemas }, pointer));
    if (parts.length > 0) modern['allOf'] = parts;
    return this.#isOld && nullable === true ? this.#addNull(modern, written, pointer) : modern;
  }

  #selectKeywords(written: JsonObject): JsonObject {
    // In OpenAPI 3.0, a reference has no other keywords.
    const isBare = this.#isOld && typeof written['$ref'] === 'string';
    const selected: JsonObject = {};
    for (const [key, value] of Object.entries(written)) {
      const isRead = isBare ? key === '$ref' : keywords.has(key);
      if (isRead || key === this.#flag) selected[key] = value;
    }
    return selected;
  }

  #place(schema: JsonObject, pointer: string): JsonObject {
    this.#places.set(schema, pointer);
    return schema;
  }

  /** What depends on a property is a condition. */
  #listConditions(dependencies: JsonObject, pointer: string): JsonObject[] {
    const conditions: JsonObject[] = [];
    for (const [key, needs] of Object.entries(dependencies))
      for (const [name, needed] of Object.entries(Object(needs))) {
        const then = Array.isArray(needed) ? { required: needed } : needed;
        const condition = { if: { required: [name] }, then };
        conditions.push(this.#place(condition, pointer + toPointer(key, name)));
      }
    return conditions;
  }

  /** Also allows null, as `nullable` does. */
  #addNull(modern: JsonObject, written: JsonObject, pointer: string): JsonObject {
    const { type, enum: values } = modern;
    if (type !== undefined) modern['type'] = [type, 'null'].flat();
    // Authors mean "or null", although 3.0.3 requires null in the enum as well.
    if (type !== undefined && Array.isArray(values)) modern['enum'] = [...values, null];
    if (!wrappers.some((key) => key in modern)) return modern;
    const anyOf = [this.#place({ type: 'null' }, pointer), this.#place(modern, pointer)];
    const schema: JsonObject = { [this.#flag]: written[this.#flag], anyOf };
    return 'default' in modern ? { default: modern['default'], ...schema } : schema;
  }
}

/** OpenAPI 3.0 has exclusive limits as flags, which some newer documents contain as well. */
function renewLimits(modern: JsonObject): void {
  for (const [exclusive, limit] of exclusiveLimits) {
    if (modern[exclusive] !== true) continue;
    modern[exclusive] = modern[limit];
    delete modern[limit];
  }
}

/** In OpenAPI 3.0, `byte` is what 3.1 calls an encoding. */
function renewFormat(modern: JsonObject, contentEncoding: unknown): void {
  if (contentEncoding === 'base64' || modern['format'] === 'base64') modern['format'] = 'byte';
  if (hints.has(modern['format'])) delete modern['format'];
}

/** A constant is the only value of an enum, unless another enum does not have it. */
function renewConstant(modern: JsonObject): void {
  if (!('const' in modern)) return;
  const { const: constant, enum: values } = modern;
  const isAllowed = !Array.isArray(values) || values.includes(constant);
  modern['enum'] = isAllowed ? [constant] : [];
}
