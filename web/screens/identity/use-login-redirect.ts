import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/queries.ts'
import { takeReturnPath } from '../../api/return-path.ts'
import { homeOf } from '../../paths/account.ts'

/** Once there is a session, opens the page that asked for the login, or the home page. */
export function useLoginRedirect(isReady = true): void {
  const role = useSession()?.role
  const navigate = useNavigate()
  useEffect(() => {
    if (role && isReady) void navigate(takeReturnPath() ?? homeOf(role), { replace: true })
  }, [role, isReady, navigate])
}
