import { nobody, staffReaders } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, text } from '../fields.ts'

/** The audit log: who changed which record, when and from which address. Written by the engine only. */
export const auditEvents = defineResource({
  name: 'auditEvents',
  kind: 'computed',
  label: { one: 'Alteração', many: 'Histórico', gender: 'f' },
  title: 'userName',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  fields: {
    userName: text({ label: 'Quem', readOnly: true }),
    at: datetime({ label: 'Quando', readOnly: true }),
    action: choice(
      {
        created: 'Criou',
        updated: 'Alterou',
        deleted: 'Eliminou',
        restored: 'Recuperou',
        changeState: 'Mudou de estado',
        exported: 'Exportou',
      },
      { label: 'O quê', readOnly: true },
    ),
  },
})
