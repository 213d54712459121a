import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { useEffect, useId, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useSession, workUnderWayQuery, type WorkUnderWay } from '../api/queries.ts'
import { tasksPath } from '../paths/tasks.ts'
import { useRecordPath } from '../paths/records.ts'
import { AppLink } from '../ui/app-link.tsx'
import { useAddress } from '../ui/router.tsx'
import classes from './work-indicator.module.css'

/** Background work of all people; hidden while there is none. */
export function WorkIndicator() {
  const items = useBackgroundWork()
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useAddress()
  useEffect(() => panel.current?.hidePopover?.(), [key])
  if (items.length === 0) return null
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={panelId} data-work>
        {countText(items)}
      </button>
      <div ref={panel} id={panelId} className={classes.panel} popover="auto">
        <ul className={classes.works}>
          {items.map((work) => (
            <li key={`${work.resource} ${work._id}`}>
              <WorkLine work={work} />
            </li>
          ))}
        </ul>
        <AppLink to={tasksPath} className={classes.all}>
          Ver as tarefas
        </AppLink>
      </div>
    </>
  )
}

/** Link to the background work, for the phone menu. */
export function WorkLink() {
  const items = useBackgroundWork()
  if (items.length === 0) return null
  return (
    <AppLink to={tasksPath} className={classes.button}>
      {countText(items)}
    </AppLink>
  )
}

function countText({ length }: readonly WorkUnderWay[]): string {
  return counted(length, 'tarefa em curso', 'tarefas em curso')
}

/** Background work; empty for members. */
function useBackgroundWork(): readonly WorkUnderWay[] {
  const session = useSession()
  const isStaff = session !== undefined && session.role !== 'member'
  const { data } = useQuery({ ...workUnderWayQuery, enabled: isStaff })
  return isStaff ? (data ?? []) : []
}

function WorkLine({ work }: { work: WorkUnderWay }) {
  const { resource, _id, title, total, done, createdByName } = work
  const path = useRecordPath(resource)?.(_id)
  const hasProgress = total !== null && done !== null && total > 0
  return (
    <>
      {path === undefined ? title : <AppLink to={path}>{title}</AppLink>}
      <span className={classes.note}>
        {[
          hasProgress && `${formatNumber(done)} de ${formatNumber(total)}`,
          createdByName !== null && `por ${createdByName}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
      {hasProgress && <progress className={classes.bar} value={done} max={total} aria-label={title} />}
    </>
  )
}
