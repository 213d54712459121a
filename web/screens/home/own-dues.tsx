import { UnstyledButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { useMay } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { AgreementsCard, OpenCharges } from '../dues/index.ts'
import {
  AccountStatement,
  accountStatementClasses as statement,
  type StatementEntry,
} from '../members/index.ts'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { openChargesQuery } from '../member-parts/index.ts'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import classes from './member-home.module.css'
import { CommandButton } from '../../ui/command-button.tsx'

/** The member's open charges, agreements and account statement, with receipts. */
export function OwnDues({ member }: { member: ResourceRecord<'members'> }) {
  const isShown = useMay('unsettledPayments').list
  const open = useQuery({ ...openChargesQuery(member._id), enabled: isShown })
  const charges = open.data?.data
  if (!isShown) return null
  return (
    <div className={classes.part}>
      {charges ? (
        charges.length > 0 && <OpenCharges member={member} charges={charges} mayWrite={false} isOwn />
      ) : (
        <RowsPlaceholder query={open} rows={3} />
      )}
      <AgreementsCard member={member} />
      <AccountStatement
        memberId={member._id}
        receiptOf={receiptButton}
        actions={
          <CommandButton
            icon={IconFileText}
            label="Extrato"
            onClick={() => void openDocument(`${recordPath('members', member._id)}/statement`)}
          />
        }
      />
    </div>
  )
}

function receiptButton({ id, text }: StatementEntry) {
  return (
    <UnstyledButton
      className={statement.receipt}
      onClick={() => void openDocument(`${recordPath('payments', id)}/receipt`)}
    >
      {text}
    </UnstyledButton>
  )
}
