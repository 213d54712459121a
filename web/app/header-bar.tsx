import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconHelpCircle, IconMenu2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession } from '../api/queries.ts'
import { useServerState } from '../api/server-status.ts'
import { matchPath } from '../paths/match-path.ts'
import { useWalk } from '../resource/list/record-walk.ts'
import { AppLink } from '../ui/app-link.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { usePageHead } from '../ui/page.tsx'
import { useOnline } from '../ui/device.ts'
import { useAddress } from '../ui/router.tsx'
import { Breadcrumbs, useParentScreen } from './breadcrumbs.tsx'
import { GlobalSearch } from './global-search.tsx'
import { matchRoute } from './match-route.ts'
import { useRoutes } from './routes-context.ts'
import { UserMenu } from './user-menu.tsx'
import { WorkIndicator } from './work-indicator.tsx'
import connectionStateClasses from './connection-state.module.css'
import classes from './header-bar.module.css'

export function HeaderBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className={classes.bar}>
      <div className={classes.row}>
        <BackLink />
        <button type="button" className={classes.burger} aria-label="Abrir o menu" onClick={onMenu}>
          <IconMenu2 size="1.375rem" stroke={1.5} />
        </button>
        <div className={classes.where}>
          <Breadcrumbs />
          <WalkOfRecord />
        </div>
        <PhoneTitle />
        <div className={classes.search}>
          <GlobalSearch />
        </div>
        <div className={classes.end}>
          <WorkIndicator />
          <ConnectionState />
          <HelpButton />
          <UserMenu />
        </div>
      </div>
      <PeopleAtRecord />
    </header>
  )
}

const RecordWalk = lazyPart(() => import('../resource/record-walk.tsx'))

/** On the page of a record that was opened from a list. */
function WalkOfRecord() {
  const walkPlace = useWalk(useAddress().pathname)
  return (
    walkPlace && (
      <Suspense>
        <RecordWalk walkPlace={walkPlace} />
      </Suspense>
    )
  )
}

const AlsoHere = lazyPart(() => import('./also-here.tsx'))

/** On the page of a record, which other people of the staff have it open. */
function PeopleAtRecord() {
  const { pathname } = useAddress()
  const route = matchRoute(useRoutes(), pathname)
  const role = useSession()?.role
  const { id } = (route && matchPath(route.path, pathname)) ?? {}
  if (route?.shows === undefined || id === undefined || role === 'member') return null
  return (
    <Suspense>
      <AlsoHere key={id} resource={route.shows} id={id} />
    </Suspense>
  )
}

/** On phones, a link to the parent screen, or home. */
function BackLink() {
  const { pathname } = useAddress()
  const above = useParentScreen()
  if (!above) return null
  return (
    <AppLink
      to={above.to}
      state={{ from: pathname }}
      className={classes.back}
      aria-label={`Voltar a ${above.title}`}
    >
      <IconArrowLeft size="1.375rem" stroke={1.5} aria-hidden />
    </AppLink>
  )
}

/** On phones the bar shows the page's title; screen readers use the heading in the page. */
function PhoneTitle() {
  const head = usePageHead()
  return (
    <div className={classes.title} data-plain={head?.isPlain} aria-hidden="true">
      <strong data-cut={head?.isPlain ? undefined : 'whole in the heading of the page'}>
        {head?.title}
        {head?.count !== undefined && <span>{`\u00A0 ${formatNumber(head.count)}`}</span>}
      </strong>
    </div>
  )
}

/** State of the realtime connection. */
export function ConnectionState() {
  const online = useOnline()
  const live = useServerState((state) => state.live)
  const state = online ? (live ? 'live' : 'waiting') : 'offline'
  return (
    <output className={connectionStateClasses.state} data-state={state} title={explanations[state]}>
      {words[state]}
    </output>
  )
}

const words = { live: 'Em direto', waiting: 'A ligar…', offline: 'Sem ligação' }
const explanations = {
  live: 'As alterações feitas por outras pessoas aparecem logo.',
  waiting: 'As alterações feitas por outras pessoas aparecem ao atualizar.',
  offline: 'Este dispositivo está sem ligação à internet.',
}

const load = () => import('../ui/key-help.tsx')
const KeyHelp = lazyPart(load)

/** Opens the list of hotkeys. */
function HelpButton() {
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  const group = 'Em toda a aplicação'
  useHotkey({ keys: '?', label: 'Mostrar as teclas de atalho', group, inDialogs: true }, show)
  return (
    <>
      <ActionIcon
        aria-label="Teclas de atalho"
        data-hint="Teclas de atalho"
        onClick={show}
        onMouseEnter={() => void load()}
        onFocus={() => void load()}
      >
        <IconHelpCircle size="1.25rem" stroke={1.5} />
      </ActionIcon>
      {open && (
        <Suspense>
          <KeyHelp onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
