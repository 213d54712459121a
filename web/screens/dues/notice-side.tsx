import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { useState } from 'react'
import { Skeleton } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channels } from '@agremia/resources/definitions/messages.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { listQuery, useMay, useResource, useTerminology } from '../../api/queries.ts'
import { startTask } from '../../resource/actions/start-bulk-action.ts'
import { debtsOfPath } from '../../paths/dues.ts'
import { taskPath } from '../../paths/tasks.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { ExcludedMembers } from '../../resource/preview/left-out.tsx'
import { RecipientPager } from '../../resource/preview/recipient-pager.tsx'
import { type Preview, usePreview } from '../../resource/preview/use-preview.ts'
import { euros } from '../../ui/euros.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import type { NoticeInput } from './notice-choice.ts'
import { NoticeMessage, type NoticePreview } from './notice-message.tsx'
import { stepLabel, useHeldText } from '../messages/index.ts'
import classes from './notify-members.module.css'
import { useAttempt } from '../../resource/attempt.ts'

interface NoticeSideProps {
  input: NoticeInput
  onStart: (taskId: string) => void
}

/** Previews the notices, person by person, and sends them. */
export function NoticeSide({ input, onStart }: NoticeSideProps) {
  const [at, setAt] = useState(0)
  const preview = usePreview<NoticePreview>('payment_notices', { ...input, at })
  const { data, isStale } = preview
  // A narrower choice may have fewer recipients than the current position.
  if (data && data.count > 0 && at >= data.count && !isStale) setAt(0)
  const obstacle = preview.problem ?? (preview.errors && Object.values(preview.errors).flat().join(' '))
  return (
    <section className={classes.side} aria-label="Pré-visualização">
      <OtherNotices />
      <SendButton input={input} preview={preview} onStart={onStart} />
      {obstacle !== undefined && <output className={classes.obstacle}>{obstacle}</output>}
      {data ? (
        <>
          <Groups data={data} isStale={isStale} />
          <ExcludedMembers
            preview={preview}
            groups={data.leftOut}
            title={counted(
              data.leftOut.reduce((sum, group) => sum + group.count, 0),
              'pessoa não é avisada',
              'pessoas não são avisadas',
            )}
            pathOf={debtsOfPath}
          />
          {data.sample && (
            <div className={classes.sample}>
              <Person data={data} at={at} onGo={setAt} />
              {data.sample.multibancoProblem && (
                <output className={classes.obstacle}>{data.sample.multibancoProblem}</output>
              )}
              <NoticeMessage sample={data.sample} />
            </div>
          )}
        </>
      ) : (
        obstacle === undefined && <Skeleton h="18rem" />
      )}
    </section>
  )
}

/** Number of people and amount owed, by step and channel. */
function Groups({ data: { count, total, groups }, isStale }: { data: NoticePreview; isStale: boolean }) {
  if (count === 0) return <p className={classes.summary}>Não há ninguém por avisar com estas escolhas.</p>
  return (
    <div className={classes.summary} aria-busy={isStale}>
      <table className={classes.groups}>
        <thead>
          <tr>
            <th scope="col">Mensagem</th>
            <th scope="col" data-wide>
              Canal
            </th>
            <th scope="col" data-align="end">
              Pessoas
            </th>
            <th scope="col" data-align="end">
              Em dívida
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.step} ${group.channel}`}>
              <td>
                {stepLabel(group.step)}
                <span className={classes.note} data-narrow>
                  {channels[group.channel]}
                </span>
              </td>
              <td data-wide>{channels[group.channel]}</td>
              <td data-align="end">{formatNumber(group.count)}</td>
              <td data-align="end">{euros(group.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td data-wide aria-hidden />
            <td data-align="end">{formatNumber(count)}</td>
            <td data-align="end">{euros(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface PersonProps {
  data: NoticePreview
  at: number
  onGo: (at: number) => void
}

function Person({ data: { sample, count }, at, onGo }: PersonProps) {
  if (!sample) return null
  return (
    <RecipientPager name={sample.name} at={at} total={count} onGo={onGo}>
      {stepLabel(sample.step)} · {sample.recipient ?? 'por carta'}
    </RecipientPager>
  )
}

/** Warns that another task is sending notices. */
function OtherNotices() {
  const where = { kind: 'notices', state: useResource('bulkActions')?.work?.underWay ?? [] }
  const { data } = useQuery(listQuery('bulkActions', { where, limit: 1 }))
  const [task] = data?.data ?? []
  if (!task) return null
  return (
    <p className={classes.obstacle}>
      {task.createdByName} está a enviar avisos: <AppLink to={taskPath(task._id)}>{task.title}</AppLink>
    </p>
  )
}

interface SendButtonProps extends NoticeSideProps {
  preview: Preview<NoticePreview>
}

function SendButton({ input, preview: { data, isStale }, onStart }: SendButtonProps) {
  const { busy: isStarting, attempt } = useAttempt()
  const held = useHeldText('many')
  const terminology = useTerminology()
  const maySend = useMay('bulkActions').create
  const count = data?.count ?? 0
  const many = counted(count, terminology.memberSingular, terminology.memberPlural)

  async function send() {
    if (!data) return
    const letters = data.groups.reduce(
      (sum, { channel, count: some }) => sum + (channel === 'letter' ? some : 0),
      0,
    )
    const sentences = [
      fillTerms(
        `${plural(count, 'Deve', 'Devem')}, no total, ${euros(data.total)}. Cada {memberSingular} recebe uma mensagem.`,
        terminology,
      ),
      letters > 0 && `${counted(letters, 'carta fica', 'cartas ficam')} por imprimir.`,
      held,
    ]
    const sure = await confirmDialog({
      title: `Notificar ${many}?`,
      message: sentences.filter(Boolean).join(' '),
      confirmLabel: 'Notificar',
    })
    if (!sure) return
    await attempt(async () => {
      onStart(await startTask({ title: `Avisar ${many}`, kind: 'notices', input }))
    })
  }

  return (
    <>
      <PageAction
        isPurpose
        label={count === 0 ? 'Notificar' : `Notificar ${many}`}
        icon={<IconSend size="1.125rem" stroke={1.5} />}
        loading={isStarting}
        disabled={!maySend || count === 0 || isStale}
        onClick={() => void send()}
      />
      {held && <p className={classes.note}>{held}</p>}
    </>
  )
}
