# llama.cpp without what cellgraph never calls: chat templates, the parser of arguments, the downloader and its HTTP client. llama-cpp-2 leaves
# them out by a feature, but has llama-cpp-sys-2 compile them all the same: two in five minutes of a build. The Makefile names this file to CMake.
set(LLAMA_BUILD_COMMON OFF CACHE BOOL "" FORCE)
