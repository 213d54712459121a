import type { Euros } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Anchor, Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { use, type ReactNode } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { notifyPath } from '../../paths/dues.ts'
import { debitBatchesPath, debitBatchPath, mandatesPath } from '../../paths/direct-debit.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { type ExcludedGroup, ExcludedMembers, NoMemberMatches } from '../../resource/preview/left-out.tsx'
import { PreviewHead, PreviewPanel } from '../../resource/preview/preview-panel.tsx'
import type { Preview } from '../../resource/preview/use-preview.ts'
import { attempt } from '../../resource/attempt.ts'
import { AppLink, MayEnterContext } from '../../ui/app-link.tsx'
import { euros } from '../../ui/euros.tsx'
import tables from '../../ui/number-table.module.css'
import { useNavigate } from '../../ui/router.tsx'
import { scrolling } from '../../ui/scrolling.ts'
import classes from './direct-debit.module.css'
import { type Lack, Lacks } from './lacks.tsx'

/** What to collect; no categories means all. */
export interface BatchSelection {
  dueUntil: string
  collectionDate: string
  categoryIds: string[]
}

/** The answer of `POST /debit_batches/preview`. */
export interface BatchPreview {
  lacks: Lack[]
  warnings: string[]
  count: number
  total: Euros
  /** The first debits. */
  included: { memberId: string; memberNumber: number; name: string; amount: Euros; text: string }[]
  leftOut: ExcludedGroup[]
}

interface BatchPreviewPanelProps {
  selection: BatchSelection
  preview: Preview<BatchPreview>
}

/** Previews the batch of the current selection, with the button that creates it. */
export function BatchPreviewPanel({ selection, preview }: BatchPreviewPanelProps) {
  return (
    <PreviewPanel preview={preview} loading="A ver o que há a cobrar">
      {({ lacks, warnings, count, total, included, leftOut }) => (
        <>
          <Lacks lacks={lacks} />
          <PreviewHead
            resource="debitBatches"
            input={selection}
            count={lacks.length > 0 ? 0 : count}
            emptyText={
              lacks.length > 0 && count > 0
                ? `${counted(count, 'débito', 'débitos')}, quando nada faltar.`
                : 'Nada a cobrar.'
            }
            detail={euros(total)}
            verb="Criar remessa com"
            what={counted(count, 'débito', 'débitos')}
            icon={<IconBuildingBank size="1.125rem" stroke={1.5} />}
            message={`Somam ${euros(total)}, a cobrar em ${formatDate(selection.collectionDate)}. Enquanto não for enviada ao banco, pode ser anulada.`}
            isStale={preview.isStale}
            pathOf={debitBatchPath}
          />
          {warnings.map((warning) => (
            <p key={warning} className={classes.warning}>
              {warning}
            </p>
          ))}
          {count === 0 && leftOut.length === 0 && <NoMemberMatches />}
          {included.length > 0 && <Included included={included} count={count} />}
          <ExcludedMembers
            preview={preview}
            groups={leftOut}
            wayOf={(reason) => <Way reason={reason} selection={selection} />}
          />
        </>
      )}
    </PreviewPanel>
  )
}

function Included({ included, count }: Pick<BatchPreview, 'included' | 'count'>) {
  const { record } = useMemberPaths()
  return (
    <div className={tables.scroller} {...scrolling}>
      <table className={tables.table} aria-label="O que se cobra">
        <thead>
          <tr>
            <th scope="col">Nome</th>
            <th scope="col">O que paga</th>
            <th scope="col">Valor</th>
          </tr>
        </thead>
        <tbody>
          {included.map(({ memberId, name, text, amount }) => (
            <tr key={memberId}>
              <th scope="row">
                <AppLink to={record(memberId)}>{name}</AppLink>
              </th>
              <td title={text}>{text.length > 40 ? `${text.slice(0, 39)}…` : text}</td>
              <td>{euros(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {included.length < count && <p>e mais {counted(count - included.length, 'débito', 'débitos')}</p>}
    </div>
  )
}

const mandateWays = ['noMandate', 'pending', 'suspended', 'revoked', 'used', 'lapsed', 'iban']
/** Who may be asked to pay in another way. */
const payOtherwise = ['otherMethod', 'noMandate', 'revoked', 'used', 'lapsed']

/** The next step for those who stay out for a reason. */
function Way({ reason, selection }: { reason: string; selection: BatchSelection }): ReactNode {
  return (
    <>
      {mandateWays.includes(reason) && (
        <Anchor component={AppLink} to={mandatesPath} fz="sm">
          Ver as autorizações
        </Anchor>
      )}
      {reason === 'inBatch' && (
        <Anchor component={AppLink} to={debitBatchesPath} fz="sm">
          Ver as remessas
        </Anchor>
      )}
      {payOtherwise.includes(reason) && <AskOtherwise reason={reason} selection={selection} />}
    </>
  )
}

/** Opens the page of notices for the members whom a reason leaves out. */
function AskOtherwise({ reason, selection }: { reason: string; selection: BatchSelection }) {
  const to = notifyPath(useTerminology())
  const navigate = useNavigate()
  if (!use(MayEnterContext)(to)) return null
  const open = () =>
    attempt(async () => {
      const answer = await api.post<{ data: { memberId: string }[] }>('debit_batches/left_out?_limit=-1', {
        ...selection,
        reason,
      })
      if (!isTimedOut(answer))
        navigate(to, { state: { memberIds: answer.data.map(({ memberId }) => memberId) } })
    })
  return (
    <Button variant="default" size="xs" onClick={() => void open()}>
      Pedir que paguem de outra forma
    </Button>
  )
}
