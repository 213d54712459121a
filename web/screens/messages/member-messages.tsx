import type { RecordProps } from '../../resource/loaded-record.tsx'
import { IconMail } from '@tabler/icons-react'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { useCompose } from './audience.ts'
import { CommandButton } from '../../ui/command-button.tsx'

const omitted = ['recipientName', 'recipient'] as const

/** The member's messages and a button to write one. */
export function MemberMessages({ record }: RecordProps<'members'>) {
  const compose = useCompose()
  if (typeof record.personId !== 'string') return null
  return (
    <RecordCollection
      resource="messages"
      parent={{ resource: 'people', id: record.personId }}
      omit={omitted}
      purpose="Cada mensagem escrita a esta pessoa, por qualquer meio, e se já saiu."
      action={
        compose && (
          <CommandButton
            icon={IconMail}
            label="Enviar mensagem"
            onClick={() => compose({ ids: [record._id] })}
          />
        )
      }
    />
  )
}
