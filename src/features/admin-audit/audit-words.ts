import type { ParseKeys, TFunction } from 'i18next';
import i18next from 'i18next';
import type { AuditEntry } from '#contract/endpoints/audit.ts';
import { textOf } from '#i18n/texts.ts';
import { personName } from '#ui/people/person-name.ts';

type Deed = Extract<ParseKeys, `admin_audit.did.${string}`>;

/** Returns the sentence of an entry; an unknown kind is shown by its name. */
export function sentenceOf(t: TFunction, entry: AuditEntry): string {
  const { details, module, kind } = entry;
  const deed = deedOf(entry);
  const count = Number(details['count'] ?? 0);
  const known = i18next.exists(`admin_audit.did.${deed}`, { count });
  if (!known) return `${whoDid(t, entry)}: ${kind}`;
  return t(`admin_audit.did.${deed}` as Deed, {
    who: whoDid(t, entry),
    person: entry.person ? personName(t, entry.person) : t('admin_audit.former'),
    event: eventOf(t, entry),
    module: module === null ? '' : textOf(t, `module.${module}`, module),
    count,
  });
}

export function factsOf(t: TFunction, { details, kind }: AuditEntry): string[] {
  const { fields, reusable, shared } = details;
  const words = Array.isArray(fields)
    ? fields.map((field) => textOf(t, `admin_audit.field.${String(field)}`, '')).filter((word) => word !== '')
    : [];
  return [
    ...(words.length > 0 ? [t('admin_audit.fields', { fields: words.join(', ') })] : []),
    ...(kind.startsWith('codes.') ? [t(reusable === true ? 'admin_audit.reusable' : 'admin_audit.once')] : []),
    ...(shared === 'delete' || shared === 'anonymise' ? [t(`admin_audit.shared_${shared}`)] : []),
  ];
}

/** Returns the title at the time of the entry if it was recorded, because the event may be deleted or renamed. */
function eventOf(t: TFunction, { details, event }: AuditEntry): string {
  const { title } = details;
  if (typeof title === 'string') return title;
  return event ? (event.title ?? t('admin_audit.gone_event', { id: event.id })) : '';
}

function whoDid(t: TFunction, { actor, details }: AuditEntry): string {
  if (actor) return personName(t, actor);
  return t(details['by'] === 'operator' ? 'admin_audit.operator' : 'admin_audit.former_who');
}

/** Returns the name of the sentence, which is usually the kind. */
function deedOf({ kind, details }: AuditEntry): string {
  const { from, to, isActive, list, own, fields } = details;
  switch (kind) {
    case 'roles.changed':
      return to === 'admin' ? 'role_given' : 'role_taken';
    case 'memberships.changed':
      if (to === null) return 'member_removed';
      if (to === 'admin') return 'member_admin';
      return from === 'admin' ? 'member_participant' : 'member_added';
    case 'modules.created':
    case 'modules.changed':
      if (Array.isArray(fields) && !fields.includes('isActive')) return 'module_entries';
      return isActive === true ? 'module_on' : 'module_off';
    case 'arrangements.created':
    case 'arrangements.changed':
      return `arranged_${String(list)}`;
    case 'people.erased':
      return own === true ? 'left' : 'erased';
    default:
      return kind.replace('.', '_');
  }
}
