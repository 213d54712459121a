import { useEffect, useId, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useSession, workUnderWayQuery, type WorkUnderWay } from '../api/queries.ts'
import { tasksPath } from '../paths/tasks.ts'
import { useWorkPath } from '../paths/records.ts'
import { AppLink } from '../ui/app-link.tsx'
import { formatCount } from '../ui/format-count.ts'
import classes from './work-indicator.module.css'

/** What the server is doing in the background, whoever asked for it; nothing while there is none. */
export function WorkIndicator() {
  const works = useWorks()
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => panel.current?.hidePopover?.(), [key])
  if (works.length === 0) return null
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={panelId} data-work>
        {sayCount(works)}
      </button>
      <div ref={panel} id={panelId} className={classes.panel} popover="auto">
        <ul className={classes.works}>
          {works.map((work) => (
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

/** The way to what is under way, where there is no room for more. */
export function WorkLink() {
  const works = useWorks()
  if (works.length === 0) return null
  return (
    <AppLink to={tasksPath} className={classes.button}>
      {sayCount(works)}
    </AppLink>
  )
}

function sayCount({ length }: readonly WorkUnderWay[]): string {
  return counted(length, 'tarefa em curso', 'tarefas em curso')
}

/** What is under way; nothing for members. */
function useWorks(): readonly WorkUnderWay[] {
  const session = useSession()
  const isStaff = session !== undefined && session.role !== 'member'
  const { data } = useQuery({ ...workUnderWayQuery, enabled: isStaff })
  return isStaff ? (data ?? []) : []
}

function WorkLine({ work }: { work: WorkUnderWay }) {
  const { title, total, done, createdByName } = work
  const path = useWorkPath()(work)
  const isCounted = total !== null && done !== null && total > 0
  return (
    <>
      {path === undefined ? title : <AppLink to={path}>{title}</AppLink>}
      <span className={classes.note}>
        {[
          isCounted && `${formatCount(done)} de ${formatCount(total)}`,
          createdByName !== null && `por ${createdByName}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
      {isCounted && <progress className={classes.bar} value={done} max={total} aria-label={title} />}
    </>
  )
}
