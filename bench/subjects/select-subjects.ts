import { readPeerVersion } from './peers-folder.ts';
import type { Subject } from './subject.ts';

export interface Selection {
  subjects: readonly Subject[];
  /** One sentence for each that cannot be had. */
  missing: readonly string[];
}

/** Those of the subjects that are installed, with their versions in their titles. */
export function selectSubjects(all: readonly Subject[]): Selection {
  const subjects: Subject[] = [];
  const missing: string[] = [];
  for (const subject of all) {
    if (subject.package === undefined) {
      subjects.push(subject);
      continue;
    }
    const version = readPeerVersion(subject.package);
    if (version === undefined) {
      missing.push(
        `${subject.title}: ${subject.package} is not to be had on Node ${process.versions.node}`,
      );
    } else subjects.push({ ...subject, title: `${subject.title} ${version}` });
  }
  return { subjects, missing };
}
