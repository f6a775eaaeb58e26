import type { Pointer } from '../../contract/resources/model.ts';
import type { LawSubject } from './law.ts';

/** Where the response to a read has a field of the record. */
export function toReadPointer({ find }: LawSubject, pointer: Pointer): Pointer {
  const item = find('read')?.role.responseItem ?? '';
  return item + pointer;
}
