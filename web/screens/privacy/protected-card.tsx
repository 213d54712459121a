import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../api/queries.ts'
import { EmptyState } from '../../ui/message-state.tsx'
import { Card } from '../../ui/with-side.tsx'

/** Whether the data of the member are withheld from the caller, since the person is protected. */
export function useIsWithheld({ isProtected }: ResourceRecord<'members'>): boolean {
  const session = useSession()
  return isProtected && session?.role !== 'admin'
}

const withheldText =
  'Só os administradores veem os dados desta pessoa. O nome, o número, o estado e os pagamentos ficam à vista.'

/** Explains that the data of a protected person are withheld, or to administrators that readings are recorded. */
export function ProtectedCard({ record }: RecordProps<'members'>) {
  const isWithheld = useIsWithheld(record)
  if (!record.isProtected) return null
  return (
    <Card title="Pessoa protegida">
      <p>
        {isWithheld
          ? withheldText
          : 'Só os administradores veem estes dados, ao abrir a ficha, e cada leitura fica no histórico. As listas e as exportações não os têm.'}
      </p>
    </Card>
  )
}

/** A part of a member's page, unless its data are withheld from the caller. */
export function UnlessWithheld({
  record,
  children,
}: {
  record: ResourceRecord<'members'>
  children: ReactNode
}) {
  return useIsWithheld(record) ? <EmptyState title="Pessoa protegida">{withheldText}</EmptyState> : children
}
