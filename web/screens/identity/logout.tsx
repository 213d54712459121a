import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { loginPath } from '../../paths/account.ts'
import { logOut } from './session.ts'

/** Logs out and opens the login page. */
export default function Logout() {
  const navigate = useNavigate()
  useEffect(() => {
    logOut()
    void navigate(loginPath, { replace: true })
  }, [navigate])
  return (
    <main>
      <LoadingText>A sair</LoadingText>
    </main>
  )
}
