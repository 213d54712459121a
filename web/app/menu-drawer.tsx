import { useSession } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ZoomButtons } from '../ui/toolbar.tsx'
import { ConnectionState } from './connection-state.tsx'
import { MainMenu } from './main-menu.tsx'
import { Organisation } from './organisation.tsx'
import { SupportLink } from './support-link.tsx'
import { UserPanel } from './user-panel.tsx'
import { WorkLink } from './work-indicator.tsx'
import classes from './menu-drawer.module.css'

/** The menu on phones. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return (
    <Dialog title="Menu" hideTitle placement="side" onClose={onClose}>
      <div className={classes.drawer}>
        <Organisation />
        <MainMenu />
        <div className={classes.foot}>
          <WorkLink />
          <div className={classes.tools}>
            <ConnectionState />
            <ZoomButtons />
            <SupportLink />
          </div>
          {session && <UserPanel session={session} />}
        </div>
      </div>
    </Dialog>
  )
}
