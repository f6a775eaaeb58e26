import { Refused } from '../api.ts';
import type { FormState, Store } from '../model.ts';
import type { FinishedRequest } from '../request.ts';
import type { Checker } from './check-request.ts';
import type { Notices } from './notices.ts';

/** The input of forms: checked while it is typed, and saved. */
export function createFormActions(store: Store, { fail }: Notices, checker: Checker) {
  /** Stores the input of a form. If a request is given, the mock checks it. */
  function setForm(key: string, value: FormState['value'], request?: FinishedRequest): void {
    if (request === undefined) {
      store.set({ form: { key, value } });
      return;
    }
    store.set({ form: { key, value, faults: store.model.form?.faults } });
    checker.checkSoon(request, ({ faults }) => {
      const { form } = store.model;
      if (form?.key === key) store.set({ form: { ...form, faults } });
    });
  }

  /** Saves the input of a form, and closes it. A refusal is shown at its fields, or as a notice. */
  async function submitForm(form: FormState, save: () => Promise<void>): Promise<void> {
    checker.stop();
    try {
      await save();
      if (store.model.form?.key === form.key) store.set({ form: undefined });
    } catch (error) {
      if (error instanceof Refused && error.faults.length > 0)
        store.set({ form: { ...form, faults: error.faults } });
      else fail(error);
    }
  }

  return { setForm, submitForm };
}
