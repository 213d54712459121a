import { nobody, staff } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, text } from '../fields.ts'

/** Who did what to which record, when and from where. Written by the engine alone. */
export const auditEvents = defineResource({
  name: 'auditEvents',
  kind: 'computed',
  label: { one: 'Alteração', many: 'Histórico', gender: 'f' },
  title: 'userName',
  access: { read: staff, create: nobody, update: nobody, delete: nobody },
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
