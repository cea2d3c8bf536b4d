import { act, render, type RenderResult, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { recordToasts } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { FormError } from './field-error.tsx';
import { TextArea } from './fields/text-area.tsx';
import { TextField } from './fields/text-field.tsx';
import { FormBehindButton } from './form-behind-button.tsx';
import { inWords, readFields, readText } from './form-result.ts';
import { type Sent, useForm } from './use-form.ts';

type Field = 'title' | 'text';
type Args = Readonly<Record<Field, string>>;
const send = vi.fn<(args: Args) => Sent<Field>>();
const toasts = recordToasts();

interface NoteProps {
  focus?: Field;
  ready?: boolean;
  ask?: () => void;
  /** Clears the values before they are accepted. */
  clears?: boolean;
}

function Note({ clears = false, ...props }: NoteProps): ReactNode {
  const [values, setValues] = useState<Args>({ title: '', text: '' });
  const over = values.text.length - 5;
  const form = useForm({
    ...props,
    // The order differs from that of the page.
    read: readFields<Args, Field>(
      { text: values.text === '' ? 'no text' : over > 0 && `${over} too many`, title: values.title === '' && 'no title' },
      values,
    ),
    failure: 'not stored',
    send: (args) => {
      if (clears) setValues({ title: '', text: '' });
      return send(args);
    },
  });
  return (
    <form {...form.props}>
      <TextField
        {...form.field('title')}
        label="Title"
        value={values.title}
        onChange={({ target }) => setValues({ ...values, title: target.value })}
      />
      <TextArea {...form.field('text')} label="Text" value={values.text} onChange={(text) => setValues({ ...values, text })} />
      <FormError error={form.error} />
      <button type="submit">{form.busy ? 'Sending' : 'Send'}</button>
      <button type="button" onClick={form.reset}>
        Reset
      </button>
      <button type="button" onClick={form.changed}>
        Changed
      </button>
      <button type="button" onClick={form.agreed}>
        Yes
      </button>
    </form>
  );
}

const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const type = (label: string, value: string): Promise<void> => fillIn(screen.getByLabelText(label), value);
const alerts = (): (string | null)[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const fill = async (): Promise<void> => {
  await type('Title', 'Rain');
  await type('Text', 'Boots');
};

beforeEach(async () => {
  await startTexts();
  send.mockReset().mockResolvedValue(undefined);
});

test('shows errors at their fields on submit and focuses the first of the page', async () => {
  render(<Note />);
  expect(alerts()).toEqual([]);
  await press('Send');
  expect(alerts()).toEqual(['no title', 'no text']);
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  await type('Title', 'Rain');
  expect(alerts()).toEqual(['no text']);
  expect(send).not.toHaveBeenCalled();
  await press('Reset');
  expect(alerts()).toEqual([]);
});

/** Sends the form, and returns a function that ends the sending. */
async function begin(): Promise<() => void> {
  let end: () => void = () => {};
  send.mockImplementation(() => new Promise((resolve) => (end = () => resolve(undefined))));
  await fill();
  await press('Send');
  return () => end();
}

test('is sent once at a time', async () => {
  render(<Note />);
  const end = await begin();
  await user.type(screen.getByLabelText('Title'), '{Enter}');
  await press('Yes');
  end();
  await screen.findByRole('button', { name: 'Send' });
  expect(send).toHaveBeenCalledExactlyOnceWith({ title: 'Rain', text: 'Boots' });
});

test('reports no error for fields that are cleared during sending', async () => {
  render(<Note clears />);
  const end = await begin();
  expect([screen.getByLabelText<HTMLInputElement>('Title').value, alerts()]).toEqual(['', []]);
  end();
  await screen.findByRole('button', { name: 'Send' });
  expect(alerts()).toEqual([]);
});

const full = Object.assign(new Error('full'), { name: 'StorageError' });

test('shows a storage failure on the form until something is changed', async () => {
  send.mockRejectedValue(full);
  render(<Note />);
  await fill();
  await press('Send');
  await waitFor(() => expect(alerts()).toEqual(['not stored']));
  await type('Text', 'Boot');
  expect(alerts()).toEqual([]);
});

test('clears a failure when a change is made by a button', async () => {
  send.mockRejectedValue(full);
  render(<Note />);
  await fill();
  await press('Send');
  await waitFor(() => expect(alerts()).toEqual(['not stored']));
  await press('Changed');
  expect(alerts()).toEqual([]);
});

test('shows a storage failure as a toast when the form was left or reset', async () => {
  for (const giveUp of [async (page: RenderResult) => page.unmount(), () => press('Reset')]) {
    let fail: () => void = () => {};
    send.mockImplementation(() => new Promise((_resolve, reject) => (fail = () => reject(full))));
    const page = render(<Note />);
    await fill();
    await press('Send');
    await giveUp(page);
    fail();
    await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('not stored'));
    expect(alerts()).toEqual([]);
    toasts.mockClear();
    page.unmount();
  }
});

test('reports a programming error in addition to the message', async () => {
  const fault = new Error('undefined is not a function');
  const heard = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', heard);
  send.mockRejectedValue(fault);
  render(<Note />);
  await fill();
  await press('Send');
  await waitFor(() => expect(alerts()).toEqual(['not stored']));
  expect(heard).toHaveBeenCalledExactlyOnceWith(fault);
});

test('adds no error while a person types, and does not announce texts that change with each key', async () => {
  render(<Note />);
  await type('Text', '12345678');
  await press('Send');
  expect(alerts()).toEqual(['no title', '3 too many']);
  await type('Text', '1234567');
  expect(alerts()).toEqual(['no title']);
  expect(screen.getByText('2 too many')).toBeDefined();
  await type('Text', '12345');
  await type('Title', 'Rain');
  await type('Title', '');
  expect(alerts()).toEqual(['no title']);
  await press('Reset');
  await type('Text', '123456');
  expect([alerts(), screen.queryByText('1 too many')]).toEqual([[], null]);
});

test('shows an error of the server at its field, focuses it, and translates it when the language changes', async () => {
  send.mockResolvedValue((t) => ({ text: t('app.cancel') }));
  render(<Note />);
  await fill();
  await press('Send');
  await waitFor(() => expect(alerts()).toEqual(['Cancel']));
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
  await act(() => i18next.changeLanguage('de'));
  expect(alerts()).toEqual(['Abbrechen']);
});

test('neither reports errors nor sends while it is not ready', async () => {
  render(<Note ready={false} />);
  await press('Send');
  expect([alerts(), send.mock.calls.length]).toEqual([[], 0]);
});

test('a new form takes the focus', () => {
  render(<Note focus="text" />);
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
});

test('takes the focus from its button and returns it, except a form that opened by itself', async () => {
  const behind = (hasDraft: boolean) => (
    <FormBehindButton key={String(hasDraft)} icon={null} label="Write" hasDraft={hasDraft}>
      {(close) => (
        <>
          <Note focus="text" />
          <button onClick={close}>Close</button>
        </>
      )}
    </FormBehindButton>
  );
  const { rerender } = render(behind(false));
  await press('Write');
  expect(document.activeElement).toBe(screen.getByLabelText('Text'));
  await press('Close');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write' }));
  rerender(behind(true));
  expect(screen.getByLabelText('Text')).toBeDefined();
  expect(document.activeElement).toBe(document.body);
});

test('sends after the person confirms', async () => {
  const ask = vi.fn<() => void>();
  render(<Note ask={ask} />);
  await press('Send');
  expect(ask).not.toHaveBeenCalled();
  await fill();
  await press('Send');
  expect(ask).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
  await press('Yes');
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
});

test('a text must be there and short enough', () => {
  const words = { empty: 'nothing', tooLong: (count: number) => `${count} too many` };
  expect(readText(' ', 3, words)).toEqual({ kind: 'wrong', wrong: { text: 'nothing' } });
  expect(readText('abcde', 3, words)).toEqual({ kind: 'wrong', wrong: { text: '2 too many' } });
  expect(readText('abc', 3, words)).toEqual({ kind: 'args', args: 'abc' });
});

test('inWords turns problems into texts and keeps arguments', () => {
  const worded = (problem: number): string => `problem ${problem}`;
  expect(inWords<string, 'title', number>({ kind: 'wrong', wrong: { title: 3 } }, worded)).toEqual({
    kind: 'wrong',
    wrong: { title: 'problem 3' },
  });
  expect(inWords<string, 'title', number>({ kind: 'args', args: 'x' }, worded)).toEqual({ kind: 'args', args: 'x' });
});
