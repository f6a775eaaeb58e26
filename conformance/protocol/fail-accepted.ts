import type { Sent } from '../runner/target.ts';
import type { ProtocolScope } from './check.ts';

/** Fails a check because a request was accepted. @param fault what is wrong with the request, as a clause */
export function failAccepted({ world, fail }: ProtocolScope, fault: string, sent: Sent): void {
  fail({
    message: `${fault}, and the request was accepted`,
    expected: 'a refusal (a 4xx status)',
    received: `status ${sent.reply?.status}`,
    exchange: world.show(sent),
  });
}
