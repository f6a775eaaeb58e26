import { describe, expect, test } from '@jest/globals';
import { contract } from '../../../contract/index.ts';
import { readPointer } from '../../../contract/resolve-reference.ts';
import { requirements } from '../../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { listChecks } from '../list-checks.ts';

const checks = listChecks(contract);
const entries = Object.entries(requirements);

describe('checks', () => {
  test('have unique, readable and permanent ids', () => {
    const ids = checks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, operation } of checks)
      expect(id).toMatch(new RegExp(`^${operation}/[a-zA-Z0-9.-]+$`));
    expect([...ids].sort()).toMatchSnapshot();
  });

  test('can send every field of a request, because an example has it', () => {
    const lacking = contract.operations.flatMap((operation) => {
      const body = createFreshBody(operation, 'x');
      return Object.keys(operation.requestBody?.schema.properties ?? {})
        .filter((field) => !(field in body))
        .map((field) => `${operation.id}: no example in spec/openapi.yaml has ${field}`);
    });
    expect(lacking).toEqual([]);
  });

  test('cover every operation', () => {
    const lacking = contract.operations.flatMap(({ id }) => {
      const own = checks.filter(({ operation }) => operation === id);
      return [
        ...(own.some(({ level }) => level === 'MUST') ? [] : [`${id}: no check of level MUST`]),
        ...(own.some(({ requirements: proved }) => proved.includes('operations-exist'))
          ? []
          : [`${id}: no check proves operations-exist; write one in service/conformance/checks`]),
      ];
    });
    expect(lacking).toEqual([]);
  });

  test.each(checks.map((check) => [check.id, check] as const))(
    '%s names requirements, and describes what it sends and expects',
    (_, check) => {
      expect(check.requirements.length).toBeGreaterThan(0);
      for (const id of check.requirements) expect(Object.keys(requirements)).toContain(id);
      expect(check.title.length).toBeGreaterThan(10);
      expect(check.sends.length).toBeGreaterThan(10);
      expect(check.expects.length).toBeGreaterThan(3);
    },
  );

  test('only observe where the interface is silent, and only judge where it speaks', () => {
    for (const { id, level, requirements: proved } of checks) {
      const levels = proved.map((requirement) => requirements[requirement].level);
      if (level === 'OBSERVE') continue;
      expect([id, levels]).not.toEqual([id, levels.map(() => 'OBSERVE')]);
    }
  });
});

describe('requirements', () => {
  test.each(entries)(
    '%s has a check or a reason for having none, and is part of the document',
    (id, requirement) => {
      const proving = checks.filter((check) => check.requirements.some((proved) => proved === id));
      if (requirement.untested === undefined) expect(proving.length).toBeGreaterThan(0);
      else expect(proving).toEqual([]);
      expect(
        readPointer(contract.document, requirement.document.replace(/\/(?:value|default|0)$/, '')),
      ).toBeDefined();
      expect(requirement.statement).toMatch(/\.$/);
    },
  );
});
