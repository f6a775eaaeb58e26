import path from 'node:path';
import { peers, readPeerVersion } from './peers.ts';
import type { Subject } from './subject.ts';

export const rawHttp: Subject = {
  id: 'raw',
  title: 'node:http, constant',
  does: 'reads the request and sends the same bytes each time: the limit of the runtime',
  works: 'all',
  keepsState: false,
  toCommand: ({ port, replies }) => [
    path.resolve('bench/servers/raw-http.mjs'),
    String(port),
    ...(replies === undefined ? [] : [replies]),
  ],
};

export const mock: Subject = {
  id: 'mock',
  title: '**site-contract mock**',
  does: 'API key, CORS, validation of requests and replies, and state; logging turned off',
  works: 'all',
  keepsState: true,
  toCommand: ({ port }) => [
    path.resolve('dist/cli/main.js'),
    'mock',
    '--port',
    String(port),
    '--quiet',
  ],
};

export const fastify: Subject = {
  id: 'fastify',
  title: 'Fastify',
  does: 'the same work, written by hand, with schemas for requests and replies',
  package: 'fastify',
  works: 'all',
  keepsState: true,
  toCommand: ({ port, document }) => [
    path.resolve('bench/peers/fastify.mjs'),
    String(port),
    document,
  ],
};

/** The sets of compared servers. */
export const casts = {
  /** Programs already installed on this machine. */
  own: [rawHttp, mock],
  references: [rawHttp, mock, fastify],
  all: [rawHttp, mock, fastify, ...peers],
} satisfies Record<string, readonly Subject[]>;

export type Cast = keyof typeof casts;

export interface Selection {
  subjects: readonly Subject[];
  /** A sentence for each unavailable subject. */
  missing: readonly string[];
}

/** Returns the installed subjects, with their versions in their titles. */
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
        `${subject.title}: ${subject.package} is not available for Node ${process.versions.node}`,
      );
    } else subjects.push({ ...subject, title: `${subject.title} ${version}` });
  }
  return { subjects, missing };
}
