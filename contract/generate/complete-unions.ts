import type { Reference, Schema } from '../openapi-document.ts';

/** A schema that is one of several, each with a constant of its own. */
interface Union extends Schema {
  oneOf?: Reference[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

/**
 * A union lists its schemas three times: under `oneOf`, under `mapping`, and by their constants.
 * @throws Error naming a place that lacks one
 */
export function assertCompleteUnions(schemas: Readonly<Record<string, Union>>): void {
  for (const [name, { discriminator, oneOf = [], properties = {} }] of Object.entries(schemas)) {
    if (discriminator?.mapping === undefined) continue;
    const { propertyName, mapping } = discriminator;
    const listed = oneOf.map(({ $ref }) => $ref);
    const constants = properties[propertyName]?.enum ?? Object.keys(mapping);
    const missing = [
      ...listMissing('oneOf', listed, Object.values(mapping)),
      ...listMissing('discriminator/mapping', Object.values(mapping), listed),
      ...listMissing(`properties/${propertyName}/enum`, constants, Object.keys(mapping)),
      ...listMissing('discriminator/mapping', Object.keys(mapping), constants),
    ];
    if (missing.length > 0)
      throw new Error(`spec/control.yaml: components/schemas/${name}/${missing.join('; ')}`);
  }
}

function listMissing(
  place: string,
  values: readonly unknown[],
  expected: readonly unknown[],
): string[] {
  return expected
    .filter((value) => !values.includes(value))
    .map((value) => `${place} lacks ${value}`);
}
