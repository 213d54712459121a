import type { RecordProps } from '../../resource/loaded-record.tsx'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { useCompose } from './audience.ts'

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
          <Button
            variant="default"
            leftSection={<IconMail size="1.125rem" stroke={1.5} />}
            onClick={() => compose({ ids: [record._id] })}
          >
            Enviar mensagem
          </Button>
        )
      }
    />
  )
}
