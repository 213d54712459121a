import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { LoadingText } from '../../ui/loading-text.tsx'
import { loginPath } from '../../paths/account.ts'
import { logOut } from './log-out.ts'

/** Ends the session, here and on the server. */
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
