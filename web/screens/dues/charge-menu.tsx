import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useResource } from '../../api/queries.ts'
import type { DebtRequest } from './debt-dialog.tsx'
import { releaseCredit } from './release-credit.ts'
import { useRefreshDebts } from './use-refresh-debts.ts'

interface ChargeMenuProps {
  charge: StoredRecord
  onRequest: (request: DebtRequest) => void
}

/** The actions of one charge. */
export function ChargeMenu({ charge, onRequest }: ChargeMenuProps) {
  const may = new Set(useResource('unsettledPayments')?.actions.map(({ name }) => name))
  const mayUpdate = useMay('unsettledPayments').update
  const refresh = useRefreshDebts()
  const ask = (action: DebtRequest['action']) => () => onRequest({ action, charges: [charge] })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Ações de ${String(charge.description)}`}>
          <IconDots size="1.125rem" stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayUpdate && <Menu.Item onClick={ask('edit')}>Alterar</Menu.Item>}
        {may.has('exempt') && <Menu.Item onClick={ask('exempt')}>Isentar</Menu.Item>}
        {may.has('releaseCredit') && charge.usesCredit === true && (
          <Menu.Item onClick={() => void releaseCredit(charge).then((done) => done && refresh())}>
            Devolver o crédito usado
          </Menu.Item>
        )}
        <Menu.Item onClick={ask('history')}>Histórico</Menu.Item>
        {may.has('cancel') && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" onClick={ask('cancel')}>
              Anular
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
