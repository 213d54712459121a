import { Outlet } from 'react-router'
import { PageTitle } from './page-title.tsx'

/** Frame of screens without menu and header. */
export function BareFrame() {
  return (
    <>
      <PageTitle />
      <Outlet />
    </>
  )
}
