import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ActionMenu } from './action-menu.tsx';

const actions = [{ label: 'Report', icon: null, onChoose: () => undefined }];

// A click alone: Safari and Firefox do not move the focus to a pressed button.
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }), { detail: 1 });

test('opens in the dialog of its button, also if that has no focus', async () => {
  render(
    <main>
      <div role="dialog">
        <ActionMenu ofRow label="More" actions={actions} />
        <div data-menus data-testid="menus" />
      </div>
    </main>,
  );
  press('More');
  const item = await screen.findByRole('menuitem', { name: 'Report' });
  expect(screen.getByTestId('menus').contains(item)).toBe(true);
});

test('opens in the main part without a dialog', async () => {
  render(
    <main>
      <ActionMenu label="More" actions={actions} />
    </main>,
  );
  press('More');
  const item = await screen.findByRole('menuitem', { name: 'Report' });
  expect(screen.getByRole('main').contains(item)).toBe(true);
});
