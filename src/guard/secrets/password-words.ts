/** The word for a password in other languages. */
export const PASSWORD_ABROAD: readonly string[] = [
  'passwort',
  'kennwort',
  'mot de passe',
  'contraseña',
  'senha',
  'wachtwoord',
  'hasło',
  'lösenord',
  'heslo',
  'пароль',
  '密码',
  '密碼',
  'パスワード',
  '비밀번호',
];
