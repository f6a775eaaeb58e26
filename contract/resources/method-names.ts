import type { OperationObject } from '../openapi-document.ts';
import { toVerb, type Verb } from './verbs.ts';
import { splitWords } from './words.ts';

/** How an extension names an operation in an SDK. */
interface MethodName {
  verb: Verb;
  /** The name as it is written. */
  name: string;
  /** The extension with the name. */
  extension: string;
}

/** Extensions with the name of a method: of Fern, Speakeasy and Scalar, and the verb of Kubernetes. */
const nameKeys = [
  'x-fern-sdk-method-name',
  'x-speakeasy-name-override',
  'x-scalar-method',
  'x-kubernetes-action',
];

const kubernetesVerbs: ReadonlyMap<string, Verb> = new Map([
  ['post', 'create'],
  ['deletecollection', 'bulk'],
]);

/** Reads the verb with which an author names an operation in an extension. */
export function readMethodName(operation: OperationObject): MethodName | undefined {
  const entries = new Map<string, unknown>(Object.entries(operation));
  for (const extension of nameKeys) {
    const name = entries.get(extension);
    if (typeof name !== 'string') continue;
    // `users.list` has the resource before the verb.
    const [word = ''] = splitWords(name.split('.').at(-1) ?? '');
    const verb = kubernetesVerbs.get(word) ?? toVerb(word);
    if (verb !== undefined) return { verb, name, extension };
  }
  return undefined;
}
