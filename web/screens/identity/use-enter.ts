import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/queries.ts'
import { takeReturnPath } from '../../api/return-path.ts'
import { homeOf } from '../../paths/account.ts'

/** Whoever is logged in, or becomes so, goes on: to where the person was going, or home. */
export function useEnter(isReady = true): void {
  const role = useSession()?.role
  const navigate = useNavigate()
  useEffect(() => {
    if (role && isReady) void navigate(takeReturnPath() ?? homeOf(role), { replace: true })
  }, [role, isReady, navigate])
}
