import { Outlet } from 'react-router'
import { PageTitle } from './page-title.tsx'

/** Screens that stand alone, without menu or bar. */
export function BareFrame() {
  return (
    <>
      <PageTitle />
      <Outlet />
    </>
  )
}
