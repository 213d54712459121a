import { useEffect } from 'react'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { loginPath } from '../../paths/account.ts'
import { logOut } from './session.ts'

/** Logs out and opens the login page. */
export default function Logout() {
  const navigate = useNavigate()
  useEffect(() => {
    logOut()
    navigate(loginPath, { replace: true })
  }, [navigate])
  return (
    <main>
      <LoadingText>A sair</LoadingText>
    </main>
  )
}
