import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { messagePath } from '../../paths/messages.ts'
import { useCompose } from './use-compose.ts'

const columns = ['subject', 'state', 'channel', 'cause', 'sentAt']

/** What was sent to a member, and the way to write more. */
export function MemberMessages({ record }: { record: StoredRecord }) {
  const compose = useCompose()
  if (typeof record.personId !== 'string') return null
  return (
    <RecordCollection
      resource="messages"
      parent={{ resource: 'people', id: record.personId }}
      columns={columns}
      pathOf={messagePath}
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
