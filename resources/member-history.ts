import { anyOf, nobody, ownRecords, staffReaders, staffWriters } from './access.ts'
import { chargesDecision, longText } from './fields.ts'

/** Access to the rows of a member's history, which staff enter and correct. */
export const historyAccess = {
  read: anyOf(staffReaders, ownRecords('personId')),
  create: staffWriters,
  update: staffWriters,
  delete: nobody,
}

/** The action that removes a row of a member's history, with its reason and what becomes of the charges, which stay unless another decision is made. `text` are its consequences. */
export const removalOf = ({ label, text, done }: Record<'label' | 'text' | 'done', string>) =>
  ({
    label,
    past: 'retirou',
    icon: 'cancel',
    question: { text },
    many: false,
    initial: { charges: 'leave' },
    done,
    access: staffWriters,
    isDestructive: true,
    answer: { _id: 'uuid' },
    fields: {
      reason: longText({ label: 'Motivo da correção', max: 200, required: true }),
      charges: chargesDecision({ hidden: false }),
    },
  }) as const
