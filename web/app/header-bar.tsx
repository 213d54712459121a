import { IconArrowLeft, IconMenu2 } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { RecordWalk } from '../resource/record-walk.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { formatCount } from '../ui/format-count.ts'
import { usePageHead } from '../ui/page-head.ts'
import { Breadcrumbs, useTrail } from './breadcrumbs.tsx'
import { ConnectionState } from './connection-state.tsx'
import { GlobalSearch } from './global-search.tsx'
import { HelpButton } from './help-button.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkIndicator } from './work-indicator.tsx'
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
          <RecordWalk />
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
    </header>
  )
}

/** On phones, a link to the parent screen in place of the menu button. */
function BackLink() {
  const { pathname } = useLocation()
  const above = useTrail().findLast(({ to }) => to !== undefined)
  if (above?.to === undefined) return null
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
        {head?.count !== undefined && <span>{`\u00A0 ${formatCount(head.count)}`}</span>}
      </strong>
    </div>
  )
}
