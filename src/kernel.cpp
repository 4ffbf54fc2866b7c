// winnow-kernel: a Jupyter kernel. It speaks Jupyter's protocol by xeus, and lets a process of Winnow
// evaluate the cells (lib/extensions/notebook.lisp describes the protocol of the two).
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <xeus/xeus_context.hpp>
#include <xeus/xhelper.hpp>
#include <xeus/xinput.hpp>
#include <xeus/xinterpreter.hpp>
#include <xeus/xkernel.hpp>
#include <xeus/xkernel_configuration.hpp>
#include <xeus/xserver_zmq.hpp>
#include <zmq.hpp>

namespace {

using json = nlohmann::json;

// The process that evaluates. It reads requests from descriptor 3 and writes answers to descriptor
// 4.
class Evaluator {
 public:
  Evaluator() { start(); }
  ~Evaluator() { end(); }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  void request(const std::string& kind, std::size_t position, const std::string& text) {
    std::size_t lines = 1;
    for (char c : text) lines += c == '\n' ? 1 : 0;
    send(kind + " " + std::to_string(position) + " " + std::to_string(lines) + "\n" + text + "\n");
  }

  // The next object of an answer; nothing if the process has ended. It is then started again.
  std::optional<json> answer() {
    for (;;) {
      if (std::size_t end = received_.find('\n'); end != std::string::npos) {
        json object = json::parse(received_.substr(0, end), nullptr, false);
        received_.erase(0, end + 1);
        if (!object.is_discarded()) return object;
        continue;
      }
      std::array<char, 65536> part{};
      ssize_t n = read(answers_, part.data(), part.size());
      if (n > 0)
        received_.append(part.data(), static_cast<std::size_t>(n));
      else if (n == 0 || errno != EINTR)
        break;
    }
    end();
    start();
    return std::nullopt;
  }

  // Is more of an answer there?
  bool has_more() const {
    if (received_.find('\n') != std::string::npos) return true;
    pollfd polled{answers_, POLLIN, 0};
    return poll(&polled, 1, 0) > 0 && (polled.revents & POLLIN) != 0;
  }

  // How the process ended before it was started again.
  const std::string& how_it_ended() const { return how_it_ended_; }

 private:
  void start() {
    int requests[2];
    int answers[2];
    if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0)
      throw std::runtime_error("cannot make a pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, requests[0], kFirst);
    posix_spawn_file_actions_adddup2(&actions, answers[1], kFirst + 1);
    posix_spawn_file_actions_adddup2(&actions, kFirst, 3);
    posix_spawn_file_actions_adddup2(&actions, kFirst + 1, 4);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    // The kernel ignores interrupts; the evaluator does not.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &interrupts);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    std::string program =
        std::filesystem::read_symlink("/proc/self/exe").replace_filename("winnow");
    std::string option = "-e";
    std::string form = "(system::serve-notebook)";
    std::array<char*, 4> arguments{program.data(), option.data(), form.data(), nullptr};
    int error =
        posix_spawn(&process_, program.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(requests[0]);
    close(answers[1]);
    requests_ = requests[1];
    answers_ = answers[0];
    if (error != 0) throw std::runtime_error(program + ": " + std::strerror(error));
  }

  void end() {
    close(requests_);
    close(answers_);
    received_.clear();
    int status = 0;
    kill(process_, SIGTERM);
    waitpid(process_, &status, 0);
    how_it_ended_ = WIFEXITED(status)
                        ? "ended with status " + std::to_string(WEXITSTATUS(status))
                        : std::string("was ended by a signal: ") + strsignal(WTERMSIG(status));
  }

  void send(const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
      ssize_t n = write(requests_, text.data() + sent, text.size() - sent);
      if (n > 0)
        sent += static_cast<std::size_t>(n);
      else if (errno != EINTR)
        return;  // answer() finds that the process has ended
    }
  }

  static constexpr int kFirst = 10;  // a free descriptor, larger than 4
  pid_t process_ = 0;
  int requests_ = -1;
  int answers_ = -1;
  std::string received_;
  std::string how_it_ended_;
};

class Kernel : public xeus::xinterpreter {
 private:
  void configure_impl() override { xeus::register_interpreter(this); }  // asks the user

  json execute_request_impl(int count, const std::string& code, bool silent, bool, json,
                            bool allow_stdin) override {
    evaluator_.request("execute", 0, code);
    std::string output;  // consecutive output of one stream
    std::string stream;
    auto publish_output = [&] {
      if (!output.empty() && !silent) publish_stream(stream, output);
      output.clear();
    };
    for (;;) {
      std::optional<json> answer = evaluator_.answer();
      if (!answer) {
        publish_output();
        return failure("ENDED", "Winnow " + evaluator_.how_it_ended() + "; a new one is started.",
                       {});
      }
      if (answer->contains("stream")) {
        if (stream != (*answer)["stream"]) publish_output();
        stream = (*answer)["stream"];
        output += (*answer)["text"].get<std::string>();
        if (output.size() > kMostOutput || !evaluator_.has_more()) publish_output();
        continue;
      }
      publish_output();
      if (answer->contains("display")) {
        // Media types and contents alternate.
        const json& contents = (*answer)["display"];
        json data;
        for (std::size_t i = 0; i + 1 < contents.size(); i += 2)
          data[contents[i].get<std::string>()] = contents[i + 1];
        if (!silent) display_data(std::move(data), json::object(), json::object());
      } else if (answer->contains("input")) {
        answer_question((*answer)["input"], allow_stdin);
      } else if ((*answer)["done"] == "error") {
        return failure((*answer)["name"], (*answer)["message"], (*answer)["text"]);
      } else {
        if (answer->contains("value") && !silent)
          publish_execution_result(count, {{"text/plain", (*answer)["value"]}}, json::object());
        return xeus::create_successful_reply(json::array(), json::object());
      }
    }
  }

  void answer_question(const std::string& prompt, bool is_allowed) {
    if (is_allowed)
      evaluator_.request("input", 0, xeus::blocking_input_request(prompt, false));
    else
      evaluator_.request("none", 0, "");
  }

  json failure(const std::string& name, const std::string& message, std::vector<std::string> text) {
    if (text.empty()) text.push_back(name + ": " + message);
    publish_execution_error(name, message, text);
    return {{"status", "error"}, {"ename", name}, {"evalue", message}, {"traceback", text}};
  }

  // The last object of the answer to a request.
  json result(const std::string& kind, std::size_t position, const std::string& text) {
    evaluator_.request(kind, position, text);
    std::optional<json> answer;
    while ((answer = evaluator_.answer()) && !answer->contains("done")) continue;
    return answer.value_or(json::object());
  }

  json complete_request_impl(const std::string& code, int position) override {
    json found = result("complete", static_cast<std::size_t>(position), code);
    if (!found.contains("words")) return xeus::create_complete_reply({}, position, position);
    return xeus::create_complete_reply(found["words"], found["start"].get<int>(), position);
  }

  json inspect_request_impl(const std::string& code, int position, int) override {
    std::string text =
        result("inspect", static_cast<std::size_t>(position), code).value("text", "");
    return xeus::create_inspect_reply(!text.empty(), {{"text/plain", text}}, json::object());
  }

  json is_complete_request_impl(const std::string& code) override {
    bool is_open = !result("open", 0, code).value("syntax", "").empty();
    return xeus::create_is_complete_reply(is_open ? "incomplete" : "complete", is_open ? "  " : "");
  }

  json kernel_info_request_impl() override {
    return xeus::create_info_reply("5.3", "winnow", WINNOW_VERSION, "common-lisp", WINNOW_VERSION,
                                   "text/x-common-lisp", ".lisp", "common-lisp", "commonlisp", "",
                                   "Winnow, a Common Lisp with game search built in");
  }

  void shutdown_request_impl() override {}

  static constexpr std::size_t kMostOutput = std::size_t{64} << 10;
  Evaluator evaluator_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: winnow-kernel CONNECTION-FILE (called by Jupyter)\n", stderr);
    return 2;
  }
  signal(SIGINT, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  try {
    xeus::xconfiguration configuration = xeus::load_configuration(argv[1]);
    xeus::xkernel kernel(configuration, xeus::get_user_name(), xeus::make_context<zmq::context_t>(),
                         std::make_unique<Kernel>(), xeus::make_xserver_zmq);
    kernel.start();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "winnow-kernel: %s\n", failure.what());
    return 1;
  }
  return 0;
}
